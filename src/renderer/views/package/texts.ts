/** The words of the package view. */
export const texts = {
  welcome: {
    title: 'Look inside a Murmur package',
    text: 'Drop a .mur.zip anywhere on this window. It is read where it lies: nothing is unpacked, nothing runs, nothing is sent.',
    open: 'Open…',
    samples: 'Samples',
    samplesText: 'Four small packages to look around in.',
    recent: 'Recent',
    clear: 'Clear',
    none: 'Packages you open are listed here.',
    hint: 'commands',
  },
} as const;
