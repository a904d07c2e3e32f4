import type { AuditPage, AuditVerdict } from '@portal/contract/audit'
import { BOM } from '@portal/contract/csv'
import { describe, expect, it, vi } from 'vitest'
import { type Anchor, nextAnchor } from '../db/writer/anchors.ts'
import type { SqlValue } from '../db/writer/hrana.ts'
import { entryHash, SEALED_COLUMNS } from '../db/writer/seal.ts'
import { good } from '../testing/accounts.ts'
import { newBookkeeper } from '../testing/portal.ts'
import { newWork } from '../testing/sections.ts'
import { createdClient, send } from '../testing/work.ts'
import { verifyPortion } from './verify-chain.ts'
import { verifyEnd } from './verify-end.ts'

type Row = Record<string, SqlValue>

/** A sealed chain of so many entries; what stands in `seq` has gaps, as where other firms have theirs. */
async function chain(length: number): Promise<Row[]> {
  const rows: Row[] = []
  let previous = ''
  for (let i = 0; i < length; i++) {
    const entry: Row = Object.fromEntries(SEALED_COLUMNS.map((column) => [column, `${column} ${i}`]))
    entry['seq'] = (i + 1) * 3
    const hash = await entryHash(previous, entry)
    rows.push({ ...entry, prev_hash: previous, hash })
    previous = hash
  }
  return rows
}

/** Answers like the database, out of rows. */
const reading =
  (rows: readonly Row[]) =>
  async ({ sql, args }: { sql: string; args: readonly SqlValue[] }): Promise<Row[]> => {
    const seq = Number(args[1])
    const found = sql.includes('seq > ?') ? rows.filter((r) => Number(r['seq']) > seq).slice(0, 500) : rows.filter((r) => r['seq'] === seq)
    return found.toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
  }

async function verify(rows: readonly Row[]): Promise<AuditVerdict & { total: number }> {
  let total = 0
  for (let place = { after: 0, hash: '' }; ; ) {
    const verdict = await verifyPortion(reading(rows), 'firm', place)
    total += verdict.checked
    if (!verdict.next) return { ...verdict, total }
    place = verdict.next
  }
}

describe('verifying the chain', () => {
  it('finds nothing in what was only appended to, at any length, and leaves what is not sealed yet', async () => {
    const rows = await chain(1203)
    expect(await verify(rows)).toMatchObject({ total: 1203, broken: null })
    const fresh = { ...rows[0], seq: 9999, prev_hash: null, hash: null }
    expect(await verify([...rows, fresh])).toMatchObject({ total: 1203, broken: null })
    expect(await verify([])).toMatchObject({ total: 0, broken: null, last: null })
  })

  it('names the entry of which any column was changed', async () => {
    const rows = await chain(8)
    for (const column of [...SEALED_COLUMNS, 'prev_hash', 'hash']) {
      const changed = rows.map((row, i) => (i === 4 ? { ...row, [column]: column === 'seq' ? 16 : 'other' } : row))
      const { broken, total } = await verify(changed)
      expect([column, broken?.seq, total]).toEqual([column, column === 'seq' ? 16 : 15, 4])
      expect(broken?.reason).not.toBe('')
    }
  })

  it('names the entry behind one that is gone, at the beginning, in the middle and across portions', async () => {
    for (const gone of [0, 3, 499, 500]) {
      const rows = await chain(510)
      expect((await verify(rows.toSpliced(gone, 1))).broken?.seq).toBe((gone + 2) * 3)
    }
  })

  it('names the first of two that were swapped, or lost their seals', async () => {
    const rows = await chain(8)
    const [three = {}, five = {}] = [rows[3], rows[5]]
    const swapped = rows.with(3, { ...five, seq: three['seq'] ?? null }).with(5, { ...three, seq: five['seq'] ?? null })
    expect((await verify(swapped)).broken?.seq).toBe(12)
    expect((await verify(rows.with(3, { ...three, hash: null }))).broken).toMatchObject({ seq: 12, reason: 'It has lost its seal.' })
  })

  it('misses an end that was cut off by what the Writer remembers, also after others were put in its place', async () => {
    const rows = await chain(8)
    const cut = rows.slice(0, 5)
    // The chain alone cannot know.
    expect((await verify(cut)).broken).toBeNull()
    const [end, shorter] = [rows[7], cut[4]].map((r) => ({ seq: Number(r?.['seq']), hash: String(r?.['hash']) })) as [Anchor, Anchor]
    expect(await verifyEnd(reading(rows), 'firm', end)).toBeUndefined()
    expect(await verifyEnd(reading(cut), 'firm', end)).toMatchObject({ seq: 24 })
    // New entries are sealed onto what is left.
    const anchor = nextAnchor(end, { firm: 'firm', onto: shorter.hash, seq: 30, hash: 'new' })
    const again = nextAnchor(anchor, { firm: 'firm', onto: 'new', seq: 33, hash: 'newer' })
    expect(await verifyEnd(reading([...cut, { seq: 33, hash: 'newer' }]), 'firm', again)).toMatchObject({ seq: 24 })
    // An anchor that was not written in time is only older than the chain.
    const late = nextAnchor(shorter, { firm: 'firm', onto: end.hash, seq: 27, hash: 'next' })
    expect(await verifyEnd(reading([...rows, { seq: 27, hash: 'next' }]), 'firm', late)).toBeUndefined()
  })
})

describe('the audit trail', () => {
  const list = async (of: Parameters<typeof send>[0], query = '') => (await good<AuditPage>(send(of, 'GET', `/api/audit${query}`))).items

  it('tells who did what to what, filtered, paged, and a colleague’s not', async () => {
    const { bookkeeper, client } = await newWork()
    const second = await createdClient(bookkeeper, { name: 'Second' })
    const all = await list(bookkeeper)
    expect(all.map((e) => e.seq)).toEqual(all.map((e) => e.seq).toSorted((a, b) => b - a))
    expect((await list(bookkeeper, `?client=${second.id}`)).map((e) => [e.action, e.client_name, e.by])).toEqual([
      ['client.created', 'Second', 'you'],
    ])
    expect((await list(bookkeeper, '?kind=assignment')).map((e) => e.action)).toEqual(['assignment.created'])
    const today = new Date().toISOString().slice(0, 10)
    expect(await list(bookkeeper, `?from=${today}&to=${today}`)).toEqual(all)
    expect(await list(bookkeeper, '?to=2020-01-01')).toEqual([])
    expect(await list(bookkeeper, '?from=2999-01-01')).toEqual([])
    const first = await good<AuditPage>(send(bookkeeper, 'GET', '/api/audit?limit=2'))
    expect([...first.items, ...(await list(bookkeeper, `?limit=100&cursor=${first.next}`))]).toEqual(all)
    expect((await list(bookkeeper, '?by=client')).every((e) => e.by === 'client')).toBe(true)
    const colleague = await newBookkeeper(bookkeeper.firmId)
    expect(await list(colleague)).toEqual([])
    expect(await list(await newBookkeeper(), `?client=${client.clientId}`)).toEqual([])
  })

  it('is exported as CSV with formulas disarmed, and verified over HTTP', async () => {
    const bea = await newBookkeeper()
    await createdClient(bea, { name: '=1+1' })
    const text = await (await send(bea, 'GET', '/api/audit/export?kind=client')).text()
    expect(text.replace(BOM, '').split('\r\n')[1]).toMatch(/,client\.created,client,'=1\+1,/)
    // Entries are sealed within a second of their batch.
    await vi.waitFor(
      async () =>
        expect(await good<AuditVerdict>(send(bea, 'POST', '/api/audit/verify', {}))).toMatchObject({
          checked: 2,
          broken: null,
          next: null,
        }),
      { timeout: 20_000 },
    )
  })
})
