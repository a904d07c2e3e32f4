import { type TestTarget, TARGET_VARIABLE } from './target.ts'

async function fromTestRun(): Promise<TestTarget> {
  const { inject } = await import('vitest')
  return {
    portalUrl: inject('portalUrl'),
    operatorUrl: inject('operatorUrl'),
    databaseUrl: inject('databaseUrl'),
    authSecret: inject('authSecret'),
  }
}

const given = process.env[TARGET_VARIABLE]

/** The portal under test: of the test run, or given by the environment variable. */
export const underTest: TestTarget = given === undefined ? await fromTestRun() : (JSON.parse(given) as TestTarget)
