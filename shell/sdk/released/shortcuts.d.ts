export type Shortcut = readonly [keys: readonly string[], does: string];
export interface ShortcutGroup {
    title: string;
    shortcuts: readonly Shortcut[];
}
export declare function setSingleKeys(on: boolean): void;
export declare const useSingleKeysOn: () => boolean;
export declare const useShortcuts: () => readonly ShortcutGroup[];
export declare function useListedShortcuts(group: ShortcutGroup): void;
export declare function useSingleKeys(actions: Readonly<Record<string, () => void>>): boolean;
