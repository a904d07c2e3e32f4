import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * Password hashes: scrypt at OWASP's parameters, which are kept in each hash, so that they can rise. Uses node:crypto alone: it runs
 * in workerd and in Node alike.
 */

interface Parameters {
  /** log2 of N, the cost in time and memory. */
  ln: number
  r: number
  p: number
}

/** N = 2^14, r = 8, p = 5: 16 MiB and about 300 ms. OWASP's rows with a larger N need more memory than an isolate can spare. */
const CURRENT: Parameters = { ln: 14, r: 8, p: 5 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Bounds of what a stored hash may ask for: a damaged row must not exhaust the isolate. */
const LN_MAX = 16
const R_MAX = 16
const P_MAX = 16

const FORM = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function derive(password: string, salt: Uint8Array, bytes: number, { ln, r, p }: Parameters): Promise<Buffer> {
  const N = 2 ** ln
  return new Promise((resolve, reject) => {
    // The same letters typed on another keyboard are the same password.
    scrypt(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 256 * N * r + 1024 * r * p }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

interface Parsed extends Parameters {
  salt: Buffer
  hash: Buffer
}

function parse(stored: string): Parsed | undefined {
  const [, ln, r, p, salt, hash] = FORM.exec(stored) ?? []
  if (!salt || !hash) return undefined
  const parsed = {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
  const sane =
    parsed.ln >= 1 && parsed.ln <= LN_MAX && parsed.r >= 1 && parsed.r <= R_MAX && parsed.p >= 1 && parsed.p <= P_MAX
  return sane && parsed.hash.length >= HASH_BYTES ? parsed : undefined
}

/** Hashes a password, about 300 ms. @returns `$scrypt$ln=…,r=…,p=…$salt$hash`, unpadded base64 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, HASH_BYTES, CURRENT)
  return `$scrypt$ln=${CURRENT.ln},r=${CURRENT.r},p=${CURRENT.p}$${base64(salt)}$${base64(hash)}`
}

const NOBODY: Parsed = { ...CURRENT, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }

/**
 * Whether the password is the one of the hash. Without a hash (no such account, or no password set) it does the same work and
 * says no, so that the time of the answer tells nothing.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const known = stored ? parse(stored) : undefined
  const { salt, hash, ...parameters } = known ?? NOBODY
  const derived = await derive(password, salt, hash.length, parameters)
  return timingSafeEqual(derived, hash) && known !== undefined
}

/** Whether a hash was made with weaker parameters than today's: hash the password anew while it is known. */
export function needsRehash(stored: string): boolean {
  const known = parse(stored)
  return !known || known.ln < CURRENT.ln || known.r < CURRENT.r || known.p < CURRENT.p
}
