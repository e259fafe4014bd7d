/** Values of a GGUF header, by their type. */
export type GgufValue =
  | { readonly type: 'u32' | 'f32'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'strings'; readonly value: readonly string[] }
  | { readonly type: 'f32s' | 'i32s'; readonly value: readonly number[] };
