import { devDependencies } from '../../../package.json';

/**
 * Whether this is a test build: the Electron that runs is of another major version than the one that is declared, so
 * it stands in for it.
 * @param running the version of the runtime, as `33.2.1`
 * @param declared the version the build asks for
 */
export function isTestBuild(running: string | undefined, declared: string = devDependencies.electron): boolean {
  return majorOf(running ?? '') !== majorOf(declared);
}

const majorOf = (version: string) => /^\d+/.exec(version)?.[0];
