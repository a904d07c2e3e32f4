import type { Dashboard } from '@portal/contract/dashboard'
import type { Notifications } from '@portal/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from './data.ts'

function Bell(): ReactNode {
  const [open, setOpen] = useState(false)
  const { data } = useQuery(ask<Notifications>('/api/notifications'))
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        Notifications
      </button>
      {open ? (
        <ul>
          {data?.items.slice(0, 10).map((item) => (
            <li key={item.id}>
              {item.title} {item.message} {item.created_at}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** The figures and lists of a bookkeeper, and the bell. */
export function Overview(): ReactNode {
  const [narrow, setNarrow] = useState(false)
  const { data } = useQuery(ask<Dashboard>('/api/dashboard'))
  return (
    <>
      <button type="button" onClick={() => setNarrow(!narrow)}>
        Toggle Sidebar
      </button>
      {narrow ? null : <nav>Dashboard Clients Workforms Form Submissions Chat Profile</nav>}
      <Bell />
      <main>
        <h1>Dashboard</h1>
        {data ? (
          <>
            <p>Total Clients {data.total_clients.value.toLocaleString('en-US')}</p>
            <p>In Onboarding {data.in_onboarding.value.toLocaleString('en-US')}</p>
            <p>Completed Forms {data.completed_forms.value.toLocaleString('en-US')}</p>
            <p>Pending Tasks {data.pending_tasks.value.toLocaleString('en-US')}</p>
            <ul>
              {data.reviews.map((row) => (
                <li key={row.assignment_id}>
                  {row.client_name} {row.section_name} {row.workform_name} {row.submitted_at}
                </li>
              ))}
            </ul>
            <ul>
              {data.overdue.map((row) => (
                <li key={`${row.client_id} ${row.workform_id}`}>
                  {row.client_name} {row.workform_name} {row.open_sections} {row.due_date}
                </li>
              ))}
            </ul>
            <ol>
              {data.activity.map((entry) => (
                <li key={entry.id}>
                  {entry.by} {entry.action} {entry.client_name} {entry.workform_name} {entry.at}
                </li>
              ))}
            </ol>
          </>
        ) : null}
      </main>
    </>
  )
}
