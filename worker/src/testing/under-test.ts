import { type Place, PLACE_VARIABLE } from './target.ts'

async function fromTestRun(): Promise<Place> {
  const { inject } = await import('vitest')
  return { portalUrl: inject('portalUrl'), databaseUrl: inject('databaseUrl'), authSecret: inject('authSecret') }
}

const told = process.env[PLACE_VARIABLE]

/** The portal under test: that of the test run, or of the command that says so. */
export const underTest: Place = told === undefined ? await fromTestRun() : (JSON.parse(told) as Place)
