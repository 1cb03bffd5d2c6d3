import type { Range, YamlError } from './node';

/** Carries a parse error up through the scanner and the parser; `parseDocument` turns it into a value. */
export class Fault extends Error {
  constructor(readonly problem: YamlError) {
    super(problem.message);
  }

  /** A fault at the start of a range. */
  static at(message: string, range: Range): Fault {
    return new Fault({ message, line: range.line, column: range.column, offset: range.start });
  }
}
