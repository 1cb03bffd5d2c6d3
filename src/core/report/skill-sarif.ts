import type { Severity } from '../../shared/models/finding';
import type { SkillFinding } from '../../shared/models/skill';
import type { Failure } from '../../shared/result';
import { SKILL_RULES } from '../skill/rules';
import { errorText } from './errors';

/** SARIF's words for severities (SARIF 2.1.0, 3.27.10). */
const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

const INDEX = new Map(SKILL_RULES.map((rule, index) => [rule.id, index]));

/** Half of a surrogate pair, which no URI can hold. */
const LONE = /[\ud800-\udfff]/gu;

/** A path as a URI reference: relative ones stay relative to where the command ran, absolute ones name a file. */
export function fileUri(path: string): string {
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  const encoded = parts.map((part) => encodeURIComponent(part.replace(LONE, '\ufffd'))).join('/');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}

/** The start of a SARIF log, up to its first result; results follow with commas between them, then `sarifEnd`. */
export function sarifStart(version: string): string {
  const rules = SKILL_RULES.map(({ id, title, why, action, severity, ruleSets }) => ({
    id,
    name: id.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: action },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { ruleSets },
  }));
  const driver = JSON.stringify({ name: 'murscope', version, semanticVersion: version, rules });
  return `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":${driver}},"columnKind":"unicodeCodePoints","results":[`;
}

/** One finding as a SARIF result; its columns count code points, its fixes bytes. */
export function sarifResult(finding: SkillFinding): string {
  const { id, severity, ruleSet, message, hint, fix, file } = finding;
  const artifactLocation = { uri: fileUri(file) };
  const { line: startLine, column: startColumn, endLine, endColumn } = finding;
  const region = { startLine, startColumn, endLine, endColumn };
  return JSON.stringify({
    ruleId: id,
    ruleIndex: INDEX.get(id) ?? -1,
    level: LEVELS[severity],
    message: { text: hint === undefined ? message : `${message}. ${hint}` },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    properties: { ruleSet },
    ...(fix === undefined
      ? {}
      : {
          fixes: [
            {
              description: { text: fix.title },
              artifactChanges: [
                {
                  artifactLocation,
                  replacements: fix.edits.map(({ start, end, text }) => ({
                    deletedRegion: { byteOffset: start, byteLength: end - start },
                    insertedContent: { text },
                  })),
                },
              ],
            },
          ],
        }),
  });
}

/** The end of a SARIF log, with the inputs that could not be read. */
export function sarifEnd(failures: ReadonlyArray<{ readonly path: string; readonly error: Failure }>): string {
  const notifications = failures.map(({ path, error }) => ({
    level: 'error',
    message: { text: errorText(error) },
    locations: [{ physicalLocation: { artifactLocation: { uri: fileUri(path) } } }],
  }));
  const invocation = {
    executionSuccessful: failures.length === 0,
    ...(failures.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
  return `],"invocations":[${JSON.stringify(invocation)}]}]}\n`;
}
