import { Skeleton } from '../../kit/States';
import type { TabId } from './model';

const ROWS = [62, 48, 55, 40, 66, 52, 45, 58];

/** The shape of a tab while the package is being read: two panels where two will be. */
export function TabWaiting({ tab }: { tab: TabId }) {
  return (
    <div
      role="status"
      aria-label="Reading the package"
      className="grid min-h-0 flex-1 gap-4"
      style={{ gridTemplateColumns: tab === 'overview' ? '1fr 1fr' : '1.15fr 1fr' }}
    >
      {[0, 1].map((panel) => (
        <div key={panel} className="panel">
          <div className="toolbar">
            <Skeleton width={120} />
          </div>
          <div className="wait-a-moment flex flex-col gap-4 p-3.5">
            {ROWS.map((width) => (
              <Skeleton key={width} width={`${width - panel * 10}%`} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
