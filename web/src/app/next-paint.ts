/** Wait until the browser has painted what has changed so far. */
export function nextPaint(): Promise<void> {
  return new Promise((painted) => {
    requestAnimationFrame(() => setTimeout(painted));
  });
}
