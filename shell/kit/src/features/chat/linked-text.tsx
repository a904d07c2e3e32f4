import type { ReactNode } from 'react'

const ADDRESS = /https?:\/\/[^\s<>"]+/giu
/** Punctuation that ends a sentence after a URL. */
const PUNCTUATION = ".,;:!?'’”*_"

/** Returns the URL without trailing punctuation and unmatched closing brackets. A pattern could take minutes. */
function trimmed(text: string): string {
  const trailing = /[([{]/u.test(text) ? PUNCTUATION : `${PUNCTUATION})]}`
  let end = text.length
  while (end > 0 && trailing.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
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
