import { basename } from 'node:path';
import { commandLine } from '../../core/report/naming-text';
import { showName } from '../../core/text/visible';
import type { Runner } from '../../shared/models/naming';
import type { RunnersChoice } from './choices';
import { ConfirmedCommands } from './confirmed';
import type { NamingPorts } from './ports';

/** Between a chosen runners.toml and anything that runs from it: a person who saw the exact commands and said yes. */
export class CommandGate {
  readonly #confirmed: ConfirmedCommands;
  readonly #ask: NamingPorts['ask'];
  /** A question stands; a second one is not asked beside it. */
  #asking = false;
  constructor(memoryFile: string, ask: NamingPorts['ask']) {
    this.#confirmed = new ConfirmedCommands(memoryFile);
    this.#ask = ask;
  }

  isConfirmed(runners: readonly Runner[], { content }: RunnersChoice, cwd: string): boolean {
    return runners.every(({ id }) => this.#confirmed.has({ content, runnerId: id, cwd }));
  }

  /** Whether these runners may run, asking unless that was answered for this content and folder before. */
  async mayRun(runners: readonly Runner[], chosen: RunnersChoice, cwd: string, whatFor: string): Promise<boolean> {
    if (this.isConfirmed(runners, chosen, cwd)) return true;
    if (this.#asking) return false;
    this.#asking = true;
    const commands = runners.map((runner) => `${showName(runner.id)}:\n${commandLine(runner.command)}`);
    const foot = `It runs with your rights, from ${showName(basename(chosen.path))}.`;
    const detail = [...commands, `in ${showName(cwd)}`, foot].join('\n\n');
    const yes = await this.#ask({ message: whatFor, detail, yes: 'Run' }).finally(() => {
      this.#asking = false;
    });
    if (yes) for (const { id } of runners) this.#confirmed.add({ content: chosen.content, runnerId: id, cwd });
    return yes;
  }
}
