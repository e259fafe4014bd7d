/** A node of a tree of prefixes: the tokens that lead here, and the answer known after them. */
export interface TraceNode {
  readonly number: number;
  readonly depth: number;
  readonly parent: TraceNode | undefined;
  /** The class of the token that leads here. */
  readonly class: number;
  label: number;
}

/** Sequences with their common prefixes shared. Nodes are numbered as they come, so a tree only ever grows at its end. */
export class TraceTree {
  readonly root: TraceNode = { number: 0, depth: 0, parent: undefined, class: 0, label: -1 };
  private readonly children: Map<number, TraceNode>[] = [new Map()];

  get size(): number {
    return this.children.length;
  }

  /** Adds a sequence; `grown` is called for each new node, `labelled` for each node whose answer becomes known. The last node. */
  add(
    { classes, labels }: { readonly classes: Uint8Array; readonly labels: Int16Array },
    grown: (node: TraceNode) => void,
    labelled: (node: TraceNode) => void,
  ): TraceNode {
    let node = this.root;
    for (const [t, token] of classes.entries()) {
      let next = this.children[node.number]!.get(token);
      if (next === undefined) {
        next = { number: this.children.length, depth: node.depth + 1, parent: node, class: token, label: -1 };
        this.children[node.number]!.set(token, next);
        this.children.push(new Map());
        grown(next);
      }
      node = next;
      if (labels[t]! >= 0 && node.label !== labels[t]!) {
        node.label = labels[t]!;
        labelled(node);
      }
    }
    return node;
  }
}
