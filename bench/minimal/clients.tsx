import type { ClientDetail, ClientsPage } from '@portal/contract/clients'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from './data.ts'

/** As many as the portal's table has in and near sight. */
const ROWS = 20

function Details({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { data } = useQuery(ask<ClientDetail>(`/api/clients/${id}`))
  return (
    <dialog ref={(element) => element?.showModal()} onClose={onClose}>
      <h2>{data?.name}</h2>
      <p>{data?.email}</p>
      <p>{data?.phone}</p>
      <p>{data?.company}</p>
      <ul>
        {data?.workforms.map((workform) => (
          <li key={workform.workform_id}>{workform.workform_name}</li>
        ))}
      </ul>
    </dialog>
  )
}

/** The first of the clients, searched and sorted by the server; a press on a name shows more of it. */
export function Clients(): ReactNode {
  const [q, setQ] = useState('')
  const [sort, setSort] = useState('-created')
  const [open, setOpen] = useState<string>()
  const address = `/api/clients?limit=100&sort=${sort}${q ? `&q=${encodeURIComponent(q)}` : ''}`
  const { data } = useQuery({ ...ask<ClientsPage>(address), placeholderData: keepPreviousData })
  return (
    <main>
      <h1>Clients</h1>
      <input type="search" aria-label="Search clients..." value={q} onChange={(event) => setQ(event.target.value)} />
      <table>
        <thead>
          <tr>
            <th>
              <button type="button" onClick={() => setSort('name')}>
                Name
              </button>
            </th>
            <th>Email</th>
            <th>Company</th>
            <th>Created</th>
          </tr>
        </thead>
        <tbody>
          {data?.items.slice(0, ROWS).map((client) => (
            <tr key={client.id}>
              <td>
                <button type="button" onClick={() => setOpen(client.id)}>
                  {client.name}
                </button>
              </td>
              <td>{client.email}</td>
              <td>{client.company}</td>
              <td>{client.created_at}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {open ? <Details id={open} onClose={() => setOpen(undefined)} /> : null}
    </main>
  )
}
