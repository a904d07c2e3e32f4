import type { ClientsPage } from '@portal/contract/clients'
import type { Dashboard } from '@portal/contract/dashboard'
import type { PortalSectionDetail } from '@portal/contract/portal'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that the libraries of the portal need to show pages of the same shape: what `pnpm bench pages` compares with. */

const token = (): string => (JSON.parse(localStorage.getItem('portal.session') ?? '{}') as { access_token?: string }).access_token ?? ''

/** A query of what an address of the API answers, as its reader types it. */
const read = (path: string) => ({
  queryKey: [path],
  queryFn: async (): Promise<unknown> => (await fetch(path, { headers: { authorization: `Bearer ${token()}` } })).json(),
})

function Field({ label }: { label: string }): ReactNode {
  const [value, setValue] = useState('')
  return (
    <label>
      {label}
      <input value={value} onChange={(event) => setValue(event.target.value)} />
    </label>
  )
}

function SignIn(): ReactNode {
  return (
    <main>
      <h1>Bookkeeper Portal</h1>
      <Field label="Email" />
      <Field label="Password" />
      <button type="button">Sign In</button>
    </main>
  )
}

function Overview(): ReactNode {
  const data = useQuery(read('/api/dashboard')).data as Dashboard | undefined
  return (
    <main>
      <h1>Dashboard</h1>
      <p>Total Clients {data ? data.total_clients.value.toLocaleString('en-US') : '–'}</p>
      <ul>
        {data?.activity.map((item) => (
          <li key={item.id}>{JSON.stringify(item)}</li>
        ))}
      </ul>
      <Field label="Find" />
    </main>
  )
}

function Clients(): ReactNode {
  const data = useQuery(read('/api/clients?limit=100&sort=-created')).data as ClientsPage | undefined
  return (
    <main>
      <h1>Clients</h1>
      <Field label="Search clients..." />
      <table>
        <tbody>
          {data?.items.slice(0, 30).map((client) => (
            <tr key={client.id}>
              <td>{client.name}</td>
              <td>{client.email}</td>
              <td>{client.company}</td>
              <td>{client.created_at}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  )
}

function Section(): ReactNode {
  const id = new URLSearchParams(location.search).get('section') ?? ''
  const data = useQuery(read(`/api/portal/sections/${id}`)).data as PortalSectionDetail | undefined
  return (
    <main>
      <h1>Section</h1>
      {data?.fields.map((field) => (
        <Field key={field.id} label={field.name} />
      ))}
    </main>
  )
}

const root = createRootRoute({ component: Outlet })
const pages = [
  ['/', SignIn],
  ['/dashboard', Overview],
  ['/clients', Clients],
  ['/client-dashboard', Section],
] as const
const routes = pages.map(([path, component]) => createRoute({ getParentRoute: () => root, path, component }))
const router = createRouter({ routeTree: root.addChildren(routes) })
const element = document.getElementById('root')
if (element) {
  createRoot(element).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
