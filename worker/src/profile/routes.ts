import { Profile, SetTimeZone, UpdateProfile } from '@portal/contract/auth'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { getProfile } from './get-profile.ts'
import { setTimeZone } from './set-time-zone.ts'
import { updateProfile } from './update-profile.ts'

/** The profile of whoever is signed in. */
export const profileRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({ id: 'getProfile', summary: 'The own profile', access: 'user', answer: Profile, errors: ['not_found'] }),
    async (c) => c.json(await getProfile(c.var.ctx)),
  )
  .patch(
    '/',
    endpoint({
      id: 'updateProfile',
      summary: "Save a bookkeeper's profile",
      access: 'bookkeeper',
      json: UpdateProfile,
      answer: Profile,
      errors: ['not_found'],
    }),
    async (c) => c.json(await updateProfile(c.var.ctx, c.req.valid('json'))),
  )
  .put(
    '/time-zone',
    endpoint({
      id: 'setTimeZone',
      summary: 'Set the time zone of the signed-in user',
      access: 'user',
      json: SetTimeZone,
      answer: Profile,
      errors: ['not_found'],
    }),
    async (c) => c.json(await setTimeZone(c.var.ctx, c.req.valid('json').time_zone)),
  )
