/** Milliseconds of processor time since a start: what a thing costs, however busy the machine is with others. */
export function cpuTimer(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
}
