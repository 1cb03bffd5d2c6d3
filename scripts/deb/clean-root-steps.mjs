import { readFileSync } from 'node:fs';

/** The environment of every step. */
export const IN_ROOT_AS_ROOT = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'];

// The tester's own tools and what the package depends on come first, so that the lists differ by the package alone.
const TOOLS =
  'xvfb x11-utils x11-apps imagemagick xdg-utils libglib2.0-bin libgtk-3-bin desktop-file-utils man-db procps';
const APART = '/proc /sys /dev /tmp /run /root /home /var/cache /var/log /var/lib/dpkg /var/lib/apt'
  .split(' ')
  .map((path) => `-path ${path}`)
  .join(' -o ');
/** Every file with its mode, owner and digest, every folder and link, into a file. */
const LIST = (file) => `cd /
  find / -xdev \\( ${APART} \\) -prune -o -printf '%p %m %u %y %l\\n' > /root/list
  find / -xdev \\( ${APART} \\) -prune -o -type f -print0 | xargs -0 sha256sum >> /root/list
  sort /root/list > ${file}`;

/** `{name, user, script, expect}`: what is done in the root, by whom, and what it must print. */
export const STEPS = [
  {
    name: 'what it depends on is to be had',
    user: 'root',
    script: `useradd -m -u 1000 tester
      apt-get update -q
      apt-get install -y -q --no-install-recommends ${TOOLS}
      apt-get satisfy -y -q --no-install-recommends "$(dpkg-deb -f /tmp/murscope.deb Depends)"
      ${LIST('/root/before')}`,
  },
  {
    name: 'it installs and brings nothing else',
    user: 'root',
    script: 'apt-get install -y -q --no-install-recommends /tmp/murscope.deb; dpkg -V murscope',
    expect: /0 upgraded, 1 newly installed/,
  },
  {
    name: 'murscope inspect works on a real package',
    user: 'tester',
    script: 'node --version; cd /tmp; murscope inspect --json sample.mur.zip',
    expect: /"verdict":\s*"ok"/,
  },
  {
    name: 'murscope has a manual',
    user: 'tester',
    script: 'man -w murscope; MANPAGER=cat man murscope',
    expect: /skill check/,
  },
  {
    name: 'a .mur.zip has its type',
    user: 'tester',
    script: 'gio info -a standard::content-type /tmp/sample.mur.zip',
    expect: /application\/vnd\.murmur\.package\+zip/,
  },
  {
    name: 'the type is opened by Murscope',
    user: 'tester',
    script: 'xdg-mime query default application/vnd.murmur.package+zip',
    expect: /^murscope\.desktop$/m,
  },
  {
    name: 'the window opens from the desktop entry',
    user: 'tester',
    script: `mkdir -p /tmp/.X11-unix 2>/dev/null || true
      Xvfb :77 -screen 0 1280x800x24 -nolisten tcp >/dev/null 2>&1 &
      export DISPLAY=:77
      for _ in $(seq 100); do xdpyinfo >/dev/null 2>&1 && break; sleep 0.1; done
      gtk-launch murscope.desktop /tmp/sample.mur.zip
      kept="$HOME/.config/Murscope"
      for _ in $(seq 150); do grep -rqs sample.mur.zip "$kept"/*.json && break; sleep 0.2; done
      sleep 2
      grep -rl sample.mur.zip "$kept"/*.json
      xwininfo -root -tree | grep '"Murscope": '
      xwd -root -silent | convert xwd:- /tmp/window.png
      ps -C murscope -o user:20,args > /tmp/processes
      grep -- '--type=renderer' /tmp/processes | cut -c1-80
      if grep -e '--no-sandbox' /tmp/processes; then exit 1; fi`,
    // The names that StartupWMClass goes by, and the page in a process of its own with the sandbox on.
    expect: /recent\.json[\s\S]*\("murscope" "Murscope"\)[\s\S]*tester .*--type=renderer/,
  },
  {
    name: 'it is purged',
    user: 'root',
    script: `apt-get purge -y -q murscope; ${LIST('/root/after')}`,
    expect: /1 to remove/,
  },
];

/** Lines of two lists of files that differ. */
export function left(before, after) {
  const [had, has] = [before, after].map((path) => new Set(readFileSync(path, 'utf8').split('\n')));
  const gone = [...had].filter((line) => !has.has(line)).map((line) => `- ${line}`);
  return [...[...has].filter((line) => !had.has(line)).map((line) => `+ ${line}`), ...gone];
}
