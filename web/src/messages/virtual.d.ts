declare module 'virtual:messages' {
  type Load = () => Promise<{ default: Record<string, string> }>;
  /** By language, functions that load its messages: those for every page, and each game's. */
  const languages: Record<string, { everywhere: Load; games: Record<string, Load> }>;
  export default languages;
}
