import type { ReactNode } from 'react'

const ADDRESS = /https?:\/\/[^\s<>"]+/giu
/** Punctuation that ends a sentence after a URL. */
const TRAILING = /[.,;:!?'’”*_]+$/u

/** Returns the URL without trailing punctuation or an unmatched closing bracket. */
function trimmed(text: string): string {
  const address = text.replace(TRAILING, '')
  const unopened = /[)\]}]$/u.test(address) && !/[([{]/u.test(address)
  return unopened ? trimmed(address.slice(0, -1)) : address
}

/** Renders text with its web addresses (http and https only) as links that open in a new tab. */
export function LinkedText({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0])
    if (!URL.canParse(address)) continue
    parts.push(
      text.slice(end, match.index),
      <a key={match.index} href={address} target="_blank" rel="noopener noreferrer nofollow" className="underline">
        {address}
      </a>,
    )
    end = match.index + address.length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
