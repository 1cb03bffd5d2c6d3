import { commandLinePage } from './command-line';
import { findingPages } from './findings';
import type { Page } from './page';
import { SCHEMAS, schemaPages } from './schemas';

/** Everything below docs/ that is made from the program's tables. */
export async function pages(): Promise<Page[]> {
  const names = new Map(SCHEMAS.flatMap(({ file, commands }) => commands.map((command) => [command, file] as const)));
  return [...findingPages(), await commandLinePage(names), ...schemaPages()];
}
