/** The words of the settings. */
export const texts = {
  title: 'Settings',
  theme: {
    label: 'Theme',
    hint: 'What the window looks like.',
    options: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
  entryLimit: {
    label: 'Entry limit',
    unit: 'MiB',
    hint: 'How much one entry may give when it is read. Murmur stops at 500 MiB.',
    problem: 'A number from 1 to 1,048,576.',
  },
  readTimeLimit: {
    label: 'Time limit',
    unit: 'seconds',
    hint: 'After how long reading a package is given up.',
    problem: 'A number from 1 to 600.',
  },
  saved: 'Changes hold at once and are kept for the next start.',
  about: 'About',
} as const;
