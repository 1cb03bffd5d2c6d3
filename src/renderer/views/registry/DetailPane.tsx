import { ChevronDown, PackageOpen } from 'lucide-react';
import { useStore } from 'zustand';
import type { StoreVariant } from '../../../shared/models/store';
import { Button } from '../../kit/Button';
import { bytes, exactBytes, moment, NOTHING } from '../../kit/format';
import { MenuButton } from '../../kit/Menu';
import { MiddleEllipsis } from '../../kit/MiddleEllipsis';
import { Scroll } from '../../kit/Scroll';
import { CloseDetail } from '../../kit/SplitPane';
import { visible } from '../../kit/visible';
import { DigestChip } from './DigestChip';
import { FindingList } from './FindingList';
import { rowMenu } from './menus';
import { openRow, type RegistryModel } from './model';
import { StoresPane } from './StoresPane';
import type { PackageRow } from './table';
import { texts } from './texts';

const words = texts.detail;

/** What is known of the selected package, or of the stores where none is selected. */
export function DetailPane({ model }: { model: RegistryModel }) {
  const shown = useStore(model.store, (state) => state.showStores);
  const selected = useStore(model.table.store, (state) => state.selected);
  if (shown || selected?.kind !== 'package') return <StoresPane model={model} />;
  return <PackageDetail model={model} item={selected} />;
}

function PackageDetail({ model, item }: { model: RegistryModel; item: PackageRow }) {
  const { row } = item;
  const canOpen = row.variants.some(({ identity }) => identity !== null);
  return (
    <div className="panel flex-1">
      <div className="toolbar">
        <span className="flex min-w-0 flex-1 items-baseline gap-2">
          <MiddleEllipsis text={row.name} className="font-semibold" />
          <MiddleEllipsis text={row.version} className="text-ink-2" />
        </span>
        <Button icon={PackageOpen} disabled={!canOpen} onClick={() => void openRow(model, item)}>
          {words.open}
        </Button>
        <MenuButton label={words.more} items={rowMenu(model, item)}>
          {words.more}
          <ChevronDown size={13} aria-hidden />
        </MenuButton>
        <CloseDetail />
      </div>
      <Scroll label={words.facts} className="px-4 py-3.5">
        {row.description !== null && row.description !== '' && (
          <p className="mb-3 max-w-140 [overflow-wrap:anywhere]">{visible(row.description)}</p>
        )}
        <Facts model={model} item={item} />
        <h2 className="mt-4 text-xs font-[550] text-ink-3">{words.archives}</h2>
        <ul className="mt-1 flex flex-col gap-2.5">
          {row.variants.map((variant) => (
            <Variant key={variant.platform ?? ''} variant={variant} several={row.variants.length > 1} />
          ))}
        </ul>
        <h2 className="mt-4 text-xs font-[550] text-ink-3">{words.findings}</h2>
        {row.findings.length === 0 ? (
          <p className="mt-1 text-ink-2">
            {words.noFindings}
            {row.digest === 'not-read' && `. ${words.unread}`}
          </p>
        ) : (
          <FindingList findings={row.findings} />
        )}
      </Scroll>
    </div>
  );
}

function Facts({ model, item }: { model: RegistryModel; item: PackageRow }) {
  const { row, declaredBy } = item;
  const store = useStore(model.store, ({ stores }) => stores?.find(({ id }) => id === item.store));
  return (
    <dl className="facts !grid-cols-[7rem_minmax(0,1fr)] !p-0">
      <dt>{words.store}</dt>
      <dd>{visible(item.storeLabel)}</dd>
      <dt>{words.folder}</dt>
      <dd className="[overflow-wrap:anywhere]">
        <bdi className="font-mono">{visible(store ? `${store.root}/${row.key}` : row.key)}</bdi>
      </dd>
      <dt>{words.runtime}</dt>
      <dd>
        {[row.runtime || NOTHING, row.implementation]
          .filter((one) => one !== null)
          .map(visible)
          .join(', ')}
      </dd>
      <dt>{words.platforms}</dt>
      <dd>{row.platforms.map(visible).join(', ') || words.every}</dd>
      <dt>{words.size}</dt>
      <dd data-tip={exactBytes(row.bytes)}>{bytes(row.bytes)}</dd>
      <dt>{words.installed}</dt>
      <dd>{row.installed === null ? NOTHING : moment(row.installed)}</dd>
      {!row.listed && (
        <>
          <dt>{words.listed}</dt>
          <dd>{words.notListed}</dd>
        </>
      )}
      {declaredBy.length > 0 && (
        <>
          <dt>{words.declared}</dt>
          <dd>{declaredBy.map(visible).join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

/** One archive: its digest in words, and both digests in full where they differ. */
function Variant({ variant, several }: { variant: StoreVariant; several: boolean }) {
  const { platform, archive, stated, actual, at, digest } = variant;
  return (
    <li className="flex flex-col gap-0.5 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        {several && <span className="font-[550]">{platform === null ? words.every : visible(platform)}</span>}
        <DigestChip state={digest} at={at} />
        {at !== null && <span className="text-ink-3">{words.age(moment(at))}</span>}
      </span>
      <bdi className="font-mono text-ink-2 [overflow-wrap:anywhere]">
        {archive === null ? words.noArchive : visible(archive.slice(archive.lastIndexOf('/') + 1))}
      </bdi>
      {stated !== null && <Sum word={words.stated} value={stated} />}
      {actual !== null && actual !== stated && <Sum word={words.actual} value={actual} />}
    </li>
  );
}

function Sum({ word, value }: { word: string; value: string }) {
  return (
    <span className="flex gap-2">
      <span className="w-16 flex-none text-ink-3">{word}</span>
      <code className="[overflow-wrap:anywhere]">{visible(value)}</code>
    </span>
  );
}
