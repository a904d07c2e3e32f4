import type { Client } from '@portal/contract/clients'
import { mailtoLink } from '@portal/contract/fields'
import { ClientStatusBadge } from '@portal/kit/ui/badge'
import { IconButton } from '@portal/kit/ui/button'
import { Fact } from '@portal/kit/ui/card'
import { EmailText } from '@portal/kit/ui/email-text'
import { mediumDate } from '@portal/kit/ui/time'
import { Pencil, Trash2 } from 'lucide-react'
import { ClientTags } from './tags.tsx'

export interface InformationProps {
  client: Client & { tags: readonly string[] }
  onEdit: () => void
  onDelete: () => void
}

const None = <span className="text-base-content/70">–</span>

/** Shows the section 'Client Information' with its edit and delete buttons. */
export function Information({ client, onEdit, onDelete }: InformationProps) {
  return (
    <section aria-labelledby="client-information">
      <div className="flex items-center justify-between gap-3">
        <h3 id="client-information" className="font-semibold">
          Client Information
        </h3>
        <div className="flex gap-1">
          <IconButton label="Edit client" onClick={onEdit} icon={<Pencil />} />
          <IconButton label="Delete client" onClick={onDelete} className="hover:text-error" icon={<Trash2 />} />
        </div>
      </div>
      <dl className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact term="Name">{client.name}</Fact>
        <Fact term="Email">
          <a href={mailtoLink(client.email)} className="hover:underline">
            <EmailText email={client.email} />
          </a>
        </Fact>
        <Fact term="Phone">
          {client.phone ? (
            <a href={`tel:${client.phone.replaceAll(/[^+\d]/g, '')}`} className="hover:underline">
              {client.phone}
            </a>
          ) : (
            None
          )}
        </Fact>
        <Fact term="Company">{client.company ?? None}</Fact>
        <Fact term="Member since">{mediumDate(client.created_at)}</Fact>
        <Fact term="Status">
          <ClientStatusBadge status={client.status} />
        </Fact>
        <Fact term="Tags" className="sm:col-span-2">
          <ClientTags client={client} />
        </Fact>
      </dl>
    </section>
  )
}
