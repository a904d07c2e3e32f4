import { isClientPath } from '@portal/contract/client-path'

const HOME = '/client-dashboard'

/** What the address of a one-tap link contains after the `#`. */
export interface LinkAddress {
  token: string
  /** The page that the mail is about. */
  path: string
}

// Mail programs that rewrite links may have encoded the slash and the question mark.
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

/** Returns token and page of a one-tap link. A page that is not a client's is replaced by the dashboard. */
export function readAddress(hash: string): LinkAddress {
  const address = decoded(hash)
  const [token = ''] = address.split('/', 1)
  const path = address.slice(token.length)
  return { token: /^[\w-]{43}$/.test(token) ? token : '', path: isClientPath(path) ? path : HOME }
}
