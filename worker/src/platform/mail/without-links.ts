// Every mail program ends a link at this narrow space. A zero-width character would not do: Android's link finder takes
// U+200B, U+200C and U+2060 for letters of a domain, and browsers drop U+200B and U+2060 from it.
const GAP = '\u202f'
/** What joins the parts of an address. */
const JOINTS = [
  // A dot, or what browsers read as one, within a word.
  /(?<=[^\s.])[.\u2024\u2488-\u249b\u3002\ufe52\uff0e\uff61](?=[^\s\p{P}])/u,
  /(?<=\S)[@\ufe6b\uff20](?=\S)/u,
  // After a scheme, such as `tel:`.
  /(?<=\p{L}):(?=\S)|:(?=[/\\])/u,
  // Of a shared folder, such as \\server\folder.
  /\\(?=\\)/u,
]
/** The address of a page or of a mailbox whose name is no address itself. */
const PLAIN_ADDRESS = /^(?!www\.)[\p{L}\p{N}_+.-]+@[^\s/]+$|^https?:/iu
const JOINT = new RegExp(JOINTS.map(({ source }) => source).join('|'), 'gu')

/**
 * Returns a text of which no mail program makes a link. `paypal.com` gets a narrow space after the dot.
 * @param keep addresses that stay as they are, because the reader has to recognize them
 */
export function withoutLinks(text: string, keep: readonly string[] = []): string {
  const kept = keep.filter((address) => PLAIN_ADDRESS.test(address))
  const isKept = (at: number): boolean =>
    kept.some((address) => {
      const start = text.lastIndexOf(address, at)
      return start !== -1 && at < start + address.length
    })
  return text.replace(JOINT, (joint, at: number) => (isKept(at) ? joint : joint + GAP))
}
