/** Adjacent text nodes and the node that a translator shows in their place. */
interface Translation {
  shown: ChildNode
  /** The replaced nodes with their texts. */
  replaced: Map<Text, string>
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
/** React renders no `<font>`. */
const isFont = (node: Node): node is HTMLElement => node.nodeName === 'FONT'
const isShown = (node: Node): node is ChildNode => isText(node) || isFont(node)

/**
 * Keeps the page working while a browser translates it.
 *
 * Translators replace text nodes: that of Chrome and Edge by `<font>` elements, others by new text nodes. React still
 * holds the old ones. Removing one, or inserting something before it, throws, and React writes the next text where
 * nobody sees it (https://github.com/facebook/react/issues/11538).
 *
 * Therefore each replaced node is put back before its translation, without text. When React changes, moves or removes
 * it, the translation is removed, and the translator goes on with what React has written.
 */
export function keepTextNodes(root: Node): void {
  const translations = new Translations()
  const observer = new MutationObserver((records) => {
    translations.removeTouched(records)
    for (const node of translations.putBack(records)) observer.observe(node, { characterData: true })
    // Its own changes need no answer.
    observer.takeRecords()
  })
  observer.observe(root, { childList: true, subtree: true })
}

class Translations {
  readonly #byText = new WeakMap<Node, Translation>()
  readonly #byShown = new WeakMap<Node, Translation>()

  /** Removes the translations of nodes that React has changed, moved or removed. */
  removeTouched(records: readonly MutationRecord[]): void {
    const touched = new Set<Translation>()
    for (const { type, target, removedNodes } of records) {
      for (const node of type === 'characterData' ? [target] : removedNodes) {
        const translation = this.#byText.get(node)
        if (!translation) continue
        touched.add(translation)
        // Keeps what React has written.
        if (type === 'characterData') this.#forget(node as Text, translation)
      }
    }
    for (const { addedNodes, removedNodes } of records) {
      for (const node of removedNodes) {
        const translation = this.#byShown.get(node)
        if (!translation || touched.has(translation)) continue
        // The translator shows another translation, or the original.
        const next = [...addedNodes].find(isShown)
        if (next) this.#byShown.set(next, Object.assign(translation, { shown: next }))
        else if (isFont(node)) touched.add(translation)
      }
    }
    for (const translation of touched) this.#undo(translation)
  }

  #undo({ shown, replaced }: Translation): void {
    shown.remove()
    for (const [node, text] of replaced) {
      this.#byText.delete(node)
      if (node.data === '') node.data = text
    }
  }

  #forget(node: Text, { replaced }: Translation): void {
    replaced.delete(node)
    this.#byText.delete(node)
  }

  /** Puts replaced nodes back before their translations. Returns them. */
  putBack(records: readonly MutationRecord[]): Text[] {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isShown)))
    if (added.size === 0) return []
    // Twice, because a node may be removed before the one next to it is replaced.
    return [...records, ...records].flatMap((record) => {
      const [node, ...others] = record.removedNodes
      // React removes several at a time, translators do not.
      if (!node || !isText(node) || others.length > 0 || this.#byText.has(node)) return []
      const shown = this.#findShown(node, record, added)
      if (!shown) return []
      this.#put(node, shown)
      return [node]
    })
  }

  /** Returns what stands in the place of a removed node: added in the same step, beside it or around it. */
  #findShown(node: Text, record: MutationRecord, added: ReadonlySet<Node>): ChildNode | undefined {
    const { addedNodes, previousSibling, nextSibling, target } = record
    const beside = [previousSibling, nextSibling].flatMap((next) => (next ? [next, this.#byText.get(next)?.shown] : []))
    const isIn = (each: Node | undefined): each is ChildNode =>
      each !== undefined && each !== node && each.parentNode === target && added.has(each)
    return [...addedNodes, ...beside].find(isIn) ?? [...added].filter(isIn).find((each) => each.contains(node))
  }

  #put(node: Text, shown: ChildNode): void {
    // A translator may have moved the node into its own element.
    if (shown.contains(node)) node.replaceWith(node.cloneNode())
    const translation = this.#byShown.get(shown) ?? { shown, replaced: new Map<Text, string>() }
    translation.replaced.set(node, node.data)
    this.#byShown.set(shown, translation)
    this.#byText.set(node, translation)
    node.data = ''
    shown.before(node)
  }
}
