import type { Doc } from '../../app/shell';

export default function PackageView({ doc }: { doc: Doc }) {
  return <h1 className="p-5 text-xl">{doc.title}</h1>;
}
