import type { Context } from 'hono'

/** Responds with `{ ok: true }` when the work is done. */
export async function okAfter(c: Context, work: Promise<unknown>) {
  await work
  return c.json({ ok: true } as const)
}
