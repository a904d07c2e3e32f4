import { newWork } from '../../worker/src/testing/sections.ts'
import type { Attack } from './attack.ts'
import { archives } from './uploads/archives.ts'
import { doorsOf, FIELDS } from './uploads/doors.ts'
import { downloads } from './uploads/downloads.ts'
import { contents, names } from './uploads/hostile.ts'
import { oddParts } from './uploads/parts.ts'
import { rawUploads } from './uploads/raw.ts'

/** Hostile files and names at every door that takes files, and what becomes of those that are what they say. */

/** The attacks of this part. */
export async function attackUploads(): Promise<Attack[]> {
  const work = await newWork(FIELDS)
  const doors = await doorsOf(work)
  return [
    await contents(),
    await names(),
    await oddParts(work, doors),
    await downloads(work, doors),
    await rawUploads(work),
    await archives(),
  ]
}
