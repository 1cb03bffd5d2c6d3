import type { Range, ScalarStyle } from './node';

interface Spanned {
  readonly range: Range;
}

type PlainKind =
  | 'stream-end'
  | 'document-start'
  | 'document-end'
  | 'block-sequence-start'
  | 'block-mapping-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value';

export type PlainToken = Spanned & { readonly kind: PlainKind };
/** `%YAML 1.2` */
export type VersionToken = Spanned & { readonly kind: 'version'; readonly major: number; readonly minor: number };
/** `%TAG !e! tag:example,2000:` */
export type TagDirectiveToken = Spanned & {
  readonly kind: 'tag-directive';
  readonly handle: string;
  readonly prefix: string;
};
export type NameToken = Spanned & { readonly kind: 'alias' | 'anchor'; readonly name: string };
/** A tag as written: `handle` is empty for `!<verbatim>`. */
export type TagToken = Spanned & { readonly kind: 'tag'; readonly handle: string; readonly suffix: string };
export type ScalarToken = Spanned & { readonly kind: 'scalar'; readonly value: string; readonly style: ScalarStyle };

export type Token = PlainToken | VersionToken | TagDirectiveToken | NameToken | TagToken | ScalarToken;
export type TokenKind = Token['kind'];
