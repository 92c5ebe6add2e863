declare module 'virtual:words' {
  /** For each language, how to load all its words. */
  const languages: Record<string, () => Promise<{ default: Record<string, string> }>>;
  export default languages;
}
