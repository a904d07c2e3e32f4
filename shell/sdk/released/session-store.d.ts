import type { Session, SessionUser } from '@portal/contract/auth';
export type SessionChange = 'signed-in' | 'signed-out' | 'refreshed' | 'ended' | 'elsewhere' | 'switched';
export declare const SESSION_KEY = "portal.session";
export declare const repeatKey: () => string | undefined;
export declare function setRepeatKey(key: string): void;
export declare const isSessionKept: () => boolean;
type Listener = (session: Session | null, change: SessionChange) => void;
export declare const sessionAtom: import("jotai").PrimitiveAtom<{
    access_token: string;
    expires_at: string;
    session_id: string;
    user: {
        id: string;
        email: string;
        role: "bookkeeper" | "client";
        name: string;
        company: string | null;
        time_zone: string;
        client_id: string | null;
    };
    guest?: {
        assignment_id: string;
        field_id: string | null;
    } | undefined;
} | null> & {
    init: {
        access_token: string;
        expires_at: string;
        session_id: string;
        user: {
            id: string;
            email: string;
            role: "bookkeeper" | "client";
            name: string;
            company: string | null;
            time_zone: string;
            client_id: string | null;
        };
        guest?: {
            assignment_id: string;
            field_id: string | null;
        } | undefined;
    } | null;
};
export declare function currentSession(): Session | null;
export declare function storedSession(): Session | null;
export declare function useSession(): Session | null;
export declare function useUser(): SessionUser;
export declare function onSessionChange(listener: Listener): () => void;
export declare function setSession(session: Session | null, change: SessionChange): void;
export declare function adoptStored(): Session | null;
export declare function changeBetween(before: Session | null, after: Session | null): SessionChange;
export {};
