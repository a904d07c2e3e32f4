import { expect, it } from 'vitest'
import { call } from './api.ts'
import { idempotent } from './idempotency.ts'

const answer = (status: number, body: unknown, headers = {}) =>
  Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }))

it('returns the parsed body when a request succeeds', async () => {
  expect(await call(answer(200, { items: [] }))).toEqual({ items: [] })
})

it('throws the title, detail and fields of a problem when a request fails', async () => {
  const errors = [{ path: 'email', message: 'Please enter a valid email address.' }]
  const body = { type: 'x', code: 'invalid_input', title: 'Invalid input', status: 400, detail: 'Some of it.', errors }
  const error = await call(answer(400, body)).catch((e: unknown) => e)
  expect(error).toMatchObject({ code: 'invalid_input', title: 'Invalid input', status: 400, errors })
  expect(error).toHaveProperty('message', 'Invalid input: Some of it.')
})

it('throws a general message when the response is not a problem document', async () => {
  await expect(call(answer(502, '<html>bad gateway', { 'retry-after': '5' }))).rejects.toMatchObject({
    code: 'unknown',
    status: 502,
    detail: 'Please try again later.',
    retryAfter: 5,
  })
})

it('reuses a key when it is given, and creates one when it is not', () => {
  expect(idempotent('k')).toEqual({ headers: { 'Idempotency-Key': 'k' } })
  expect(idempotent()).not.toEqual(idempotent())
})
