/** Adjacent text nodes and the element that a translator shows in their place. */
interface Translation {
  shown: HTMLElement
  /** The replaced nodes with their texts. */
  replaced: Map<Text, string>
}

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
/** React renders no `<font>`. */
const isFont = (node: Node): node is HTMLElement => node.nodeName === 'FONT'

/**
 * Keeps the page working while a browser translates it. Does nothing on a page that is not translated.
 *
 * Chrome and Edge replace text nodes by `<font>` elements, but React still holds the text nodes. Removing one, or
 * inserting something before it, throws, and React writes the next text where nobody sees it
 * (https://github.com/facebook/react/issues/11538).
 *
 * Therefore each replaced node is put back before its translation, without text. When React changes, moves or removes
 * it, the translation is removed, and the browser translates what React has written.
 */
export function keepTextNodes(root: Node): void {
  const translations = new Translations()
  const observer = new MutationObserver((records) => {
    translations.removeTouched(records)
    for (const node of translations.putBack(records)) observer.observe(node, { characterData: true })
    // Skips its own changes.
    observer.takeRecords()
  })
  observer.observe(root, { childList: true, subtree: true })
}

class Translations {
  /** By the replaced text nodes, and by the elements that are shown. */
  readonly #of = new WeakMap<Node, Translation>()

  /** Removes the translations of nodes that React has changed, moved or removed. */
  removeTouched(records: readonly MutationRecord[]): void {
    const touched = new Set<Translation>()
    for (const { type, target, removedNodes } of records) {
      for (const node of type === 'characterData' ? [target] : removedNodes) {
        const translation = this.#of.get(node)
        if (!translation) continue
        touched.add(translation)
        // Keeps what React has written.
        if (type === 'characterData') {
          translation.replaced.delete(node as Text)
          this.#of.delete(node)
        }
      }
    }
    for (const { shown, replaced } of touched) {
      shown.remove()
      this.#of.delete(shown)
      for (const [node, text] of replaced) {
        this.#of.delete(node)
        if (node.data === '') node.data = text
      }
    }
  }

  /** Puts replaced nodes back before their translations. Returns them. */
  putBack(records: readonly MutationRecord[]): Text[] {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)))
    if (added.size === 0) return []
    // Twice, because a node may be removed before the one next to it is replaced.
    return [...records, ...records].flatMap((record) =>
      [...record.removedNodes].filter(isText).filter((node) => {
        const shown = this.#of.has(node) ? undefined : this.#findShown(node, record, added)
        if (shown) this.#put(node, shown)
        return shown !== undefined
      }),
    )
  }

  /** Returns the new element that replaces a removed node: in the same record, next to it or around it. */
  #findShown(
    node: Text,
    { addedNodes, previousSibling, nextSibling, target }: MutationRecord,
    added: ReadonlySet<HTMLElement>,
  ): HTMLElement | undefined {
    const here = new Set<Node | null>([...added].filter((font) => font.parentNode === target))
    const nextTo = [previousSibling, nextSibling].map((sibling) => sibling && (this.#of.get(sibling)?.shown ?? sibling))
    // First of all the one in the record: an adjacent node may have its own translation.
    const found = [...addedNodes, ...nextTo].find((each) => here.has(each))
    return (found as HTMLElement | undefined) ?? [...added].find((font) => here.has(font) && font.contains(node))
  }

  #put(node: Text, shown: HTMLElement): void {
    // A translator may have moved the node into its own element.
    if (shown.contains(node)) node.replaceWith(node.cloneNode())
    const translation = this.#of.get(shown) ?? { shown, replaced: new Map<Text, string>() }
    translation.replaced.set(node, node.data)
    this.#of.set(shown, translation)
    this.#of.set(node, translation)
    node.data = ''
    shown.before(node)
  }
}
