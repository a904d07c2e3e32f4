import {
  Archive,
  ArrowRight,
  Bell,
  Eye,
  FileText,
  History,
  Inbox,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Paperclip,
  Pencil,
  Plus,
  Send,
  SquareTerminal,
  Upload,
  User,
  Users,
} from 'lucide-react'

/** Icons of commands by name. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  archive: Archive,
  'arrow-right': ArrowRight,
  bell: Bell,
  eye: Eye,
  'file-text': FileText,
  history: History,
  inbox: Inbox,
  'log-out': LogOut,
  'message-square': MessageSquare,
  paperclip: Paperclip,
  pencil: Pencil,
  plus: Plus,
  send: Send,
  upload: Upload,
  user: User,
  users: Users,
}

/** Renders the icon of a line. */
export function EntryIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? SquareTerminal
  return <Icon className="size-4 shrink-0 text-base-content/65" aria-hidden />
}
