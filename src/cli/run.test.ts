import { describe, expect, it } from 'vitest';
import { fakeIo } from '../../test/support/fake-io';
import { failure } from '../shared/result';
import { writeAnswer, writeAnswers } from './answers';
import { type Answer, type Register, UsageError } from './command';
import { withExamples, withForms } from './help';
import { runCli } from './run';
import { COMMANDS, type CommandRow } from './table';
import { VERSION } from './version';

const row = (name: string, register: Register): CommandRow => ({
  name,
  usage: 'FILE…',
  summary: `does ${name}`,
  load: async () => ({ register }),
});

/** A command that answers with each input's exit code: `0`, `1`, `2`. */
const echo: Register = (program, run) => {
  const command = program
    .command('echo')
    .argument('<FILE...>')
    .option('--name <NAME>')
    .action((files: string[], options) =>
      run(
        (io, form) =>
          writeAnswers(io, form, files, async (file) => ({
            json: { file },
            text: () => `${file}\n`,
            exit: file === '2' ? 2 : file === '1' ? 1 : 0,
            ...(file === '2' ? { complaint: `${file}: is bad` } : {}),
          })),
        options,
      ),
    );
  withExamples(withForms(command, true), [['murscope echo x', 'says x']]);
};
const ROWS = [row('echo', echo)];

async function runEcho(...argv: string[]) {
  const fake = fakeIo();
  const code = await runCli(argv, fake.io, ROWS);
  return { code, out: fake.out(), complaints: fake.complaints };
}

describe('a command with several inputs', () => {
  it('answers as text in input order', async () => {
    expect(await runEcho('echo', 'a', 'b')).toEqual({ code: 0, out: 'a\nb\n', complaints: [] });
  });

  it('answers with --jsonl one object a line', async () => {
    expect((await runEcho('echo', '--jsonl', 'a', 'b')).out).toBe('{"file":"a"}\n{"file":"b"}\n');
  });

  it('answers with --json always an array, also for one input', async () => {
    expect(JSON.parse((await runEcho('echo', '--json', 'a')).out)).toEqual([{ file: 'a' }]);
    expect(JSON.parse((await runEcho('echo', '--json', 'a', 'b')).out)).toEqual([{ file: 'a' }, { file: 'b' }]);
  });

  it('goes on after a bad input and exits with the highest code', async () => {
    expect(await runEcho('echo', '2', '1', '0')).toEqual({ code: 2, out: '1\n0\n', complaints: ['2: is bad'] });
    expect((await runEcho('echo', '0', '1')).code).toBe(1);
  });

  it('writes failures as JSON to stdout and nothing to stderr', async () => {
    expect(await runEcho('echo', '--jsonl', '2', '0')).toEqual({
      code: 2,
      out: '{"file":"2"}\n{"file":"0"}\n',
      complaints: [],
    });
  });

  it('takes what follows -- as inputs', async () => {
    expect((await runEcho('echo', '--jsonl', '--', '--json', '-x')).out).toBe('{"file":"--json"}\n{"file":"-x"}\n');
  });

  it('stops between inputs on Ctrl-C, with JSON that is still whole', async () => {
    const fake = fakeIo();
    const answer = async (file: string): Promise<Answer> => {
      fake.interrupt();
      return { json: { file }, text: () => file, exit: 0 };
    };
    await writeAnswers(fake.io, 'json', ['a', 'b'], answer);
    expect(JSON.parse(fake.out())).toEqual([{ file: 'a' }]);
  });
});

describe('an answer in pieces', () => {
  const answer: Answer = {
    json: null,
    text: () => '',
    exit: 0,
    pieces: function* () {
      yield '{"list":[';
      for (let i = 0; i < 30_000; i++) yield `${i === 0 ? '' : ','}${i}`;
      yield ']}';
    },
  };

  it('is the same JSON, written in several chunks', async () => {
    const sizes: number[] = [];
    let text = '';
    const { io } = fakeIo({
      write: async (chunk) => {
        sizes.push(chunk.length);
        text += chunk;
      },
    });
    await writeAnswer(io, 'json', answer);
    expect(JSON.parse(text).list).toHaveLength(30_000);
    expect(sizes.length).toBeGreaterThan(1);
    expect(text.endsWith(']}\n')).toBe(true);
  });

  it('stands in an array like any other', async () => {
    const fake = fakeIo();
    await writeAnswers(fake.io, 'json', ['a', 'b'], async () => answer);
    expect(JSON.parse(fake.out())).toHaveLength(2);
  });
});

describe('wrong usage is one line on stderr and exit 2', () => {
  it.each([
    [['echo', '--bogus', 'x'], "unknown option '--bogus'; see murscope echo --help"],
    [['echo'], "missing required argument 'FILE'; see murscope echo --help"],
    [['echo', '--name'], "option '--name <NAME>' argument missing; see murscope echo --help"],
    [['echo', '--json', '--jsonl', 'x'], '--json and --jsonl cannot be used together. Use one of them.'],
    [['--bogus'], "unknown option '--bogus'; see murscope --help"],
    [['ecko'], "there is no command or file 'ecko'; murscope --help lists the commands"],
    [['inspekt'], "there is no command or file 'inspekt'; did you mean inspect?"],
    [['nowhere.mur.zip'], 'nowhere.mur.zip: there is no such file or folder; see murscope --help'],
  ])('%j', async (argv, line) => {
    expect(await runEcho(...argv)).toEqual({ code: 2, out: '', complaints: [line] });
  });

  it('for an unknown command of a group too', async () => {
    const fake = fakeIo();
    expect(await runCli(['skill', 'sourze'], fake.io)).toBe(2);
    expect(fake.complaints).toEqual(["there is no command 'skill sourze'; did you mean skill source?"]);
  });

  it('and so is what a command throws', async () => {
    const throwing = (error: unknown) =>
      row('bad', (program, run) => {
        program.command('bad').action(() =>
          run(async () => {
            throw error;
          }, {}),
        );
      });
    const fake = fakeIo();
    const usage = new UsageError(failure(null, 'no such runner', 'Name one of: a, b'));
    expect(await runCli(['bad'], fake.io, [throwing(usage)])).toBe(2);
    expect(await runCli(['bad'], fake.io, [throwing(new Error('oops'))])).toBe(2);
    expect(fake.complaints).toEqual([
      'no such runner. Name one of: a, b',
      'stopped by an error in murscope itself: oops',
    ]);
  });
});

describe('help and version', () => {
  it('has every command once', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('prints the version', async () => {
    expect((await runEcho('--version')).out).toBe(`${VERSION}\n`);
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('lists every command without loading one', async () => {
    const fake = fakeIo();
    const rows = COMMANDS.map((command) => ({
      ...command,
      load: () => Promise.reject(new Error('loaded')),
    }));
    expect(await runCli(['--help'], fake.io, rows)).toBe(0);
    for (const command of COMMANDS) expect(fake.out()).toContain(`  ${command.name} ${command.usage}`.trimEnd());
  });

  it.each(COMMANDS.map((command) => [command.name]))('%s --help has its options and examples', async (name) => {
    const fake = fakeIo();
    expect(await runCli([...name.split(' '), '--help'], fake.io)).toBe(0);
    expect(fake.out()).toContain(`Usage: murscope ${name}`);
    expect(fake.out()).toMatch(/Examples:\n {2}\S.*murscope|Examples:\n {2}murscope /);
    expect(fake.complaints).toEqual([]);
  });

  it('lists the commands of a group', async () => {
    const fake = fakeIo();
    expect(await runCli(['skill'], fake.io)).toBe(0);
    expect(fake.out()).toContain('skill source BASE SOURCE…');
  });
});
