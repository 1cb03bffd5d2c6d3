import { err, ok, type Result } from '../../shared/result';
import { forbiddenAt } from './characters';
import { Composer } from './compose';
import { Fault } from './fault';
import type { YamlDocument, YamlError, YamlNode } from './node';
import { parseEvents } from './parser';
import { Scanner } from './scanner';

/**
 * Reads one YAML document as Murmur does (2.3 "The dialect"): the verdict is Murmur's, wording and exact place of an
 * error are ours. Linear in the length of `text`; callers keep to the size limits of chapter 6.2.
 */
export function parseYaml(text: string): Result<YamlNode, YamlError> {
  const document = parseYamlDocument(text);
  return document.ok ? ok(document.value.root) : document;
}

/** As `parseYaml`, with the places of anchors, aliases, tags and flow collections. */
export function parseYamlDocument(text: string): Result<YamlDocument, YamlError> {
  const bad = forbiddenAt(text);
  if (bad >= 0) return err(forbidden(text, bad));
  const scanner = new Scanner(text);
  const composer = new Composer();
  try {
    parseEvents(scanner, composer);
    return ok(composer.result());
  } catch (error) {
    if (error instanceof Fault) return err(error.problem);
    throw error;
  }
}

function forbidden(text: string, at: number): YamlError {
  const lines = text.slice(0, at).split(/\r\n|[\n\r\u0085\u2028\u2029]/);
  const column = [...(lines.at(-1) ?? '')].length + 1;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return { message: `control characters are not allowed: U+${code}`, line: lines.length, column, offset: at };
}
