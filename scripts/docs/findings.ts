import { CATALOG_PARTS } from '../../src/core/report/catalog';
import { EXAMPLES } from './finding-examples';
import { GENERATED, type Page, plainText } from './page';

const TITLES = {
  packages: ['Findings about packages', 'A package, its entries, its manifest, its payload and the skills in it.'],
  stores: ['Findings about stores', 'What is installed: `murscope store list`, `store verify`, the Registry view.'],
  projects: ['Findings about projects', 'A folder with a `murmur.yaml`, its stores and its lock: the Project view.'],
  skills: ['Findings about skills', '`murscope skill check` and the Skills view.'],
} as const;

/** One page for each part of the catalog; the heading of a finding is its id, so `#<id>` leads to it. */
export function findingPages(): Page[] {
  const pages = CATALOG_PARTS.map(({ about, rules }) => {
    const [title, what] = TITLES[about];
    const sections = rules.map(({ id, severity, title: short, meaning, action }) => {
      const example = EXAMPLES[id];
      return [
        `## ${id}`,
        `**${severity}** · ${plainText(short)}`,
        plainText(meaning),
        `*What to do:* ${plainText(action)}`,
        ...(example === undefined ? [] : [`*Example:* ${example}`]),
      ].join('\n\n');
    });
    const text = [`# ${title}`, GENERATED, `${what} ${SEVERITIES}`, ...sections].join('\n\n');
    return { path: `findings/${about}.md`, text: `${text}\n` };
  });
  return [...pages, indexPage()];
}

const SEVERITIES =
  'An *error* is something that Murmur refuses or misreads, or a name that cannot be used safely. A *warning*: readers disagree, or a person would be surprised. *Info*: worth knowing.';

/** Every id in one table, by what it is about. */
function indexPage(): Page {
  const parts = CATALOG_PARTS.map(({ about, rules }) => {
    const rows = rules.map(
      ({ id, severity, title }) => `| [\`${id}\`](${about}.md#${id}) | ${severity} | ${plainText(title)} |`,
    );
    return [`## ${about}`, `| id | severity | |\n| --- | --- | --- |\n${rows.join('\n')}`].join('\n\n');
  });
  const intro =
    'Every finding has an id that stays. The window says what the selected one means; `murscope explain ID` says it in a terminal.';
  return { path: 'findings/README.md', text: `${['# Findings', GENERATED, intro, ...parts].join('\n\n')}\n` };
}
