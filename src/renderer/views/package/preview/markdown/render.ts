import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { HOSTILE_IN_TEXT, spelled } from '../../../../kit/visible';

/**
 * Characters that are rendered at most: some texts cost the parser the square of their length, and this is what it does
 * in the time of a few frames.
 */
export const MOST = 48 * 1024;

const TAGS = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code'],
  ...['em', 'strong', 's', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
];

/** Raw HTML is text; nothing that a text could load is ever made. */
const parser = new MarkdownIt({ html: false, linkify: false });
parser.validateLink = () => true;
parser.renderer.rules.image = (tokens, at) => {
  const alt = tokens[at]?.content ?? '';
  return `<span class="md-picture">${parser.utils.escapeHtml(pictureText(alt))}</span>`;
};
// Alignment comes as an inline style, which the page's policy refuses.
for (const cell of ['th_open', 'td_open'])
  parser.renderer.rules[cell] = (tokens, at) => (cell === 'th_open' ? '<th>' : tokens[at] ? '<td>' : '');
parser.renderer.rules.link_open = (tokens, at) => {
  const address = String(tokens[at]?.attrGet('href') ?? '');
  const link = parser.utils.escapeHtml(address);
  return isHttps(address) ? `<a href="${link}">` : `<a title="${link}">`;
};

let pictureText = (alt: string) => alt;
/** How a picture is written where it would stand. */
export const namePictures = (text: (alt: string) => string): void => {
  pictureText = text;
};

const isHttps = (address: string) => /^https:\/\//i.test(address);

/**
 * Markdown as nodes: without raw HTML, without anything that loads, links only to https. Characters that hide or reorder
 * text are spelled out first. What the renderer made is sanitised once more by a tool made for that.
 */
export function renderMarkdown(text: string): DocumentFragment {
  const shown = withoutFront(text.slice(0, MOST)).replace(HOSTILE_IN_TEXT, spelled);
  return DOMPurify.sanitize(parser.render(shown), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'title', 'class', 'start'],
    ALLOWED_URI_REGEXP: /^https:\/\//i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** A front block is no Markdown: shown as the code it is. */
function withoutFront(text: string): string {
  const block = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!block) return text;
  const fence = '`'.repeat(Math.max(3, ...[...(block[1] ?? '').matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}yaml\n${block[1]}\n${fence}\n\n${text.slice(block[0].length)}`;
}
