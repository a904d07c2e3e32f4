import { Profile, UpdateProfile } from '@portal/contract/auth'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { getProfile } from './get-profile.ts'
import { updateProfile } from './update-profile.ts'

/** The profile of whoever is signed in. */
export const profileRoutes = new Hono<AppTypes>()
  .get('/', endpoint({ summary: 'The own profile', access: 'user', answer: Profile, errors: ['not_found'] }), async (c) =>
    c.json(await getProfile(c.var.ctx)),
  )
  .patch(
    '/',
    endpoint({ summary: "Save a bookkeeper's profile", access: 'bookkeeper', json: UpdateProfile, answer: Profile, errors: ['not_found'] }),
    async (c) => c.json(await updateProfile(c.var.ctx, c.req.valid('json'))),
  )
