/** Characters that one part of an artifact's name may have (2.1). */
const NAME_LIMIT = 100;

/**
 * Why mur build refuses a name for an artifact, in its words; null for a good one (3.5).
 * @param name without its scope
 */
export function artifactNameProblem(name: string): string | null {
  const why = reason(name);
  return why === null ? null : `invalid artifact name '${name}': ${why}`;
}

function reason(name: string): string | null {
  if (name === '') return 'must not be empty';
  if (name.includes('/')) return "an artifact's own name carries no scope, so it may not contain '/'";
  const bad = /[^a-z0-9-]/u.exec(name);
  if (bad !== null) return `may contain only lowercase letters, digits and '-' (found '${bad[0]}')`;
  if (name.startsWith('-') || name.endsWith('-')) return "must not start or end with '-'";
  return name.length > NAME_LIMIT ? `must be at most ${NAME_LIMIT} characters long` : null;
}
