import type { Session } from '@portal/contract/auth';
export declare const offlineCacheName: (sessionId: string, clientId: string | null) => string;
export declare const isClientCache: (name: string) => boolean;
export declare function writeOfflineData(name: string, write: (cache: Cache) => Promise<void>): Promise<void>;
export declare function keepOfflineDataOf(session: Pick<Session, 'session_id' | 'user'> | null): Promise<void>;
