/**
 * Return a function that loads a module of a game and returns the same promise on every call.
 *
 * `{#await}` destroys its content when it is given another promise, even for the same module. A
 * load that failed is dropped from the cache, so that the next call tries again.
 */
export function loadOnce<T>(
  modules: Record<string, () => Promise<T>>,
  file: string,
): (game: string) => Promise<T> | undefined {
  const loaded = new Map<string, Promise<T>>();
  return (game) => {
    const load = modules[`./${game}/${file}`];
    const known = loaded.get(game);
    if (known || !load) return known;
    const loading = load();
    loaded.set(game, loading);
    loading.catch(() => loaded.delete(game));
    return loading;
  };
}
