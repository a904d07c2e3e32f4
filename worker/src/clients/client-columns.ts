import { sql } from 'drizzle-orm'
import { bookClientAuth, bookClients } from '../db/schema/index.ts'

/** The columns of a client in the API, from the client record joined with its sign-in. */
export const CLIENT_COLUMNS = {
  id: bookClients.id,
  name: bookClients.name,
  email: bookClients.email,
  phone: bookClients.phone,
  company: bookClients.company,
  status: bookClients.status,
  created_at: bookClients.created_at,
  updated_at: bookClients.updated_at,
  password_set: sql<boolean>`coalesce(${bookClientAuth.password_set}, 0)`.mapWith(Boolean),
}
