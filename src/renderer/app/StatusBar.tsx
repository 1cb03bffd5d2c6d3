import { useShell } from './app';

/** One line at the foot of the window, filled by the view in front. */
export function StatusBar() {
  const { left, right } = useShell((state) => state.status);
  return (
    <footer className="statusbar">
      {left.map((text) => (
        <span key={text} className="truncate">
          {text}
        </span>
      ))}
      <span className="flex-1" />
      {right.map((text) => (
        <span key={text} className="flex-none">
          {text}
        </span>
      ))}
    </footer>
  );
}
