import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../../../env.ts'

/**
 * Password hashes: scrypt with parameters that OWASP recommends. Each hash contains its parameters, so that they can be
 * raised later. Runs in workerd and in Node.
 */

interface Parameters {
  /** log2 of N, the cost in time and memory. */
  ln: number
  r: number
  p: number
}

/**
 * What a new hash costs. `normal` takes 16 MiB and about 300 ms; more memory is too much for an isolate. `minimal`
 * takes a few milliseconds, for tests.
 */
export type HashCost = Settings['PASSWORD_HASH_COST']
const COSTS: Record<HashCost, Parameters> = { normal: { ln: 14, r: 8, p: 5 }, minimal: { ln: 10, r: 8, p: 1 } }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Upper bounds of stored parameters, so that a damaged row cannot exhaust the isolate. */
const LN_MAX = 16
const R_MAX = 16
const P_MAX = 16

const FORM = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function derive(password: string, salt: Uint8Array, bytes: number, { ln, r, p }: Parameters): Promise<Buffer> {
  const N = 2 ** ln
  return new Promise((resolve, reject) => {
    // Keyboards encode the same letters differently.
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

/** Hashes a password. Returns `$scrypt$ln=…,r=…,p=…$salt$hash` in unpadded base64. */
export async function hashPassword(password: string, cost: HashCost = 'normal'): Promise<string> {
  const { ln, r, p } = COSTS[cost]
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, HASH_BYTES, COSTS[cost])
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`
}

const PLACEHOLDER = { salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }

/**
 * Returns whether the password matches the hash. Without a hash (no account, or no password set) it does the same work
 * and returns false, so that the response time reveals nothing.
 */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  cost: HashCost = 'normal',
): Promise<boolean> {
  const known = stored ? parse(stored) : undefined
  const { salt, hash, ...parameters } = known ?? { ...PLACEHOLDER, ...COSTS[cost] }
  const derived = await derive(password, salt, hash.length, parameters)
  return timingSafeEqual(derived, hash) && known !== undefined
}

/** Returns whether a hash has weaker parameters than new ones. */
export function needsRehash(stored: string, cost: HashCost): boolean {
  const known = parse(stored)
  const { ln, r, p } = COSTS[cost]
  return !known || known.ln < ln || known.r < r || known.p < p
}
