// Brings the app after the first paint, so that on a slow line its code does not stand before the words of the splash.
// What it loads lies in a template of the page: the tags that Vite wrote, put there by manifest/startPlugin.ts. Stands
// at the end of the page.
(() => {
  const template = document.querySelector('#app-parts');
  let isStarted = false;

  function start() {
    if (isStarted) return;
    isStarted = true;
    const parts = document.importNode(template.content, true);
    const entry = parts.querySelector('#app-entry');
    const styles = [...parts.querySelectorAll('link[rel=stylesheet]')];
    // In the order of the page, in which each one comes after what it imports: whichever came first would run the
    // others in its own long task.
    for (const script of parts.querySelectorAll('script')) script.async = false;
    entry.remove();
    // What is drawn without its styles would jump; one that does not come keeps the app from nothing but its looks.
    let missing = styles.length + 1;
    const settle = () => {
      missing -= 1;
      if (missing === 0) document.head.append(entry);
    };
    for (const style of styles) {
      style.addEventListener('load', settle);
      style.addEventListener('error', settle);
    }
    document.head.append(parts);
    settle();
  }

  // The task after a frame comes when the frame is painted. A page that nobody sees has no frames, and starts all the
  // same.
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, 500);
})();
