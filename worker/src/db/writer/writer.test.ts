import { expect, it } from 'vitest'
import { portalUrl } from '../../testing/portal.ts'

it('answers that the portal can serve', async () => {
  const response = await fetch(new URL('/api/health', portalUrl))
  expect(await response.json()).toEqual({ status: 'ok' })
  expect(response.headers.get('server-timing')).toContain('reads;desc="1"')
})
