import { fakeHost } from './host';

/**
 * Puts a made-up host into a plain browser. What it has open and how it behaves is in the address:
 * `?open=house,hostile&slow=200&fail=package:preview&never=package:digest&norecent`.
 */
const query = new URLSearchParams(location.search);
const list = (name: string): readonly string[] => query.get(name)?.split(',').filter(Boolean) ?? [];

const { bridge, controls } = fakeHost({
  open: list('open'),
  fail: new Set(list('fail')),
  never: new Set(list('never')),
  slow: Number(query.get('slow') ?? 0),
  recent: !query.has('norecent'),
  settingsProblem: query.get('settingsProblem'),
});

Object.assign(window, { murscope: bridge, fake: controls });
