import { CONFIG_LIMIT, lowerConfig } from '../../core/manifest/config';
import { MANIFEST_LIMIT } from '../../core/manifest/read';
import { decodeUtf8, utf8FaultText } from '../../core/text/utf8';
import { showName } from '../../core/text/visible';
import { parseYaml } from '../../core/yaml';
import { writeAnswers } from '../answers';
import type { Answer, CliIo, FormOptions, Register } from '../command';
import { withExamples, withForms } from '../help';
import { readInput, unreadable, unusable } from '../inputs';

interface Options extends FormOptions {
  readonly artifact: string;
}

export const register: Register = (program, run) => {
  const command = program
    .command('lower')
    .description('The JSON that an artifact receives for a config: block. Each FILE holds the value of the key alone.')
    .argument('<FILE...>')
    .option('--artifact <NAME>', 'the artifact that refusals name', 'demo')
    .action((files: string[], options: Options) =>
      run((io, form) => writeAnswers(io, form, files, async (file) => lower(io, file, options.artifact)), options),
    );
  withExamples(withForms(command, true), [
    ['murscope lower config.yaml', 'its JSON and bytes, or why Murmur refuses it'],
    ['murscope lower --jsonl --artifact murmur/tool-git *.yaml', 'one answer a line'],
  ]);
};

function lower(io: CliIo, file: string, artifact: string): Answer {
  const bytes = readInput(io, file, MANIFEST_LIMIT);
  if (!bytes.ok)
    return bytes.error.missing ? unreadable('file', file, bytes.error) : unusable('file', file, bytes.error);
  const decoded = decodeUtf8(bytes.value);
  if (!decoded.ok) return broken(file, { message: utf8FaultText(decoded.fault), line: null, column: null });
  const node = parseYaml(decoded.text);
  if (!node.ok) return broken(file, node.error);
  const lowered = lowerConfig(artifact, node.value);
  if (!lowered.ok)
    return {
      json: { file, refused: lowered.error },
      text: () => `${showName(file)}: ${showName(lowered.error)}\n`,
      exit: 1,
    };
  const { json, bytes: size } = lowered.value;
  return {
    json: { file, json, bytes: size },
    text: () => `${showName(file)}: ${size} of ${CONFIG_LIMIT} bytes\n${showName(json)}\n`,
    exit: 0,
  };
}

function broken(file: string, error: { message: string; line: number | null; column: number | null }): Answer {
  const { message, line, column } = error;
  const place = line === null ? '' : `:${line}:${column}`;
  return {
    json: { file, parseError: { message, line, column } },
    text: () => `${showName(file)}${place}: not YAML for Murmur: ${showName(message)}\n`,
    exit: 1,
  };
}
