import { Ellipsis, FileText, PackageOpen, SquarePen, Undo2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import type { SkillDetail } from '../../../../shared/contract/skills';
import { copy } from '../../../app/app';
import { Button } from '../../../kit/Button';
import { CodeWaiting } from '../../../kit/code/CodeView';
import { MenuButton } from '../../../kit/Menu';
import { MiddleEllipsis } from '../../../kit/MiddleEllipsis';
import { CloseDetail } from '../../../kit/SplitPane';
import { EmptyState, ErrorState } from '../../../kit/States';
import { type Tab, TabPanel, Tabs } from '../../../kit/Tabs';
import { copyReport, openInEditor, reveal, undoFix } from '../actions';
import { lastUndo, type Part, readDetail, type SkillsModel, showPart } from '../model';
import { texts } from '../texts';
import { DescriptionPart } from './DescriptionPart';
import { FindingsPart } from './FindingsPart';
import { PacksPart } from './PacksPart';
import { Source } from './Source';
import { VerdictChips } from './VerdictChips';

const PackDialog = lazy(() => import('../pack/PackDialog'));
const words = texts.detail;

/** The skill that is selected: its text, what is said about it, and what can be done. */
export function SkillDetailPane({ model }: { model: SkillsModel }) {
  const detail = useStore(model.store, (state) => state.detail);
  const selected = useStore(model.store, (state) => state.selected);
  const packing = useStore(model.store, (state) => state.packing);
  if (detail.state === 'ready')
    return (
      <div className="panel flex-1">
        <Toolbar model={model} detail={detail.value} />
        {detail.gone && (
          <p className="border-b border-line bg-warning-soft px-3.5 py-1.5 text-sm text-warning">{words.gone}</p>
        )}
        <Source model={model} detail={detail.value} />
        <Lower model={model} detail={detail.value} />
        {packing && (
          <Suspense fallback={null}>
            <PackDialog model={model} detail={detail.value} />
          </Suspense>
        )}
      </div>
    );
  return (
    <div className="panel flex-1">
      {detail.state === 'failed' ? (
        <ErrorState
          error={detail.error}
          onRetry={() => {
            if (selected !== null) void readDetail(model, selected);
          }}
        />
      ) : detail.state === 'loading' ? (
        <CodeWaiting />
      ) : (
        <EmptyState icon={FileText} title={words.choose} />
      )}
    </div>
  );
}

function Toolbar({ model, detail }: { model: SkillsModel; detail: SkillDetail }) {
  const undo = useStore(model.store, lastUndo);
  const { row, file, readOnly } = detail;
  return (
    <div className="flex flex-none flex-col gap-1.5 border-b border-line px-3 py-2">
      <div className="flex min-w-0 items-center gap-2">
        <h2 className="flex min-w-0 flex-1 font-semibold">
          <MiddleEllipsis text={file ?? row.path} />
        </h2>
        {file !== null && detail.kind !== 'archive' && (
          <Button icon={SquarePen} onClick={() => void openInEditor(model)}>
            {words.edit}
          </Button>
        )}
        {readOnly === null && (
          <Button tone="primary" icon={PackageOpen} onClick={() => model.store.setState({ packing: true })}>
            {words.pack}
          </Button>
        )}
        <MenuButton
          label={words.more}
          items={[
            [
              { id: 'copy', title: words.copyReport, keys: 'Mod+Shift+C', run: () => void copyReport(model, row.id) },
              { id: 'path', title: words.copyPath, run: () => void copy(model.app, words.copiedPath, row.path) },
            ],
            [{ id: 'reveal', title: words.reveal, run: () => void reveal(model) }],
          ]}
        >
          <Ellipsis size={15} aria-hidden />
        </MenuButton>
        <CloseDetail />
      </div>
      <div className="flex min-h-6.5 items-center gap-2">
        <VerdictChips detail={detail} />
        <span className="flex-1" />
        {undo && (
          <Button icon={Undo2} data-tip={words.undo(undo.title)} onClick={() => void undoFix(model)}>
            {words.undoShort}
          </Button>
        )}
      </div>
    </div>
  );
}

const BASE = 'skill';

/** Below the text: findings, the description, what would be packed. */
function Lower({ model, detail }: { model: SkillsModel; detail: SkillDetail }) {
  const part = useStore(model.store, (state) => state.part);
  const tabs: readonly Tab<Part>[] = [
    { id: 'findings', title: words.findings, count: detail.findings.length + detail.moreFindings },
    { id: 'description', title: words.description },
    { id: 'packs', title: words.packs, count: detail.packs.files },
  ];
  return (
    <div className="flex min-h-0 flex-[0_1_46%] flex-col border-t border-line">
      <div className="flex-none px-3.5">
        <Tabs label={words.tabs} base={BASE} tabs={tabs} active={part} onChange={(id) => showPart(model, id)} />
      </div>
      <TabPanel base={BASE} active={part}>
        {part === 'findings' && <FindingsPart model={model} detail={detail} />}
        {part === 'description' && <DescriptionPart detail={detail} />}
        {part === 'packs' && <PacksPart detail={detail} />}
      </TabPanel>
    </div>
  );
}
