/** Runs React as soon as its file has loaded, separately from the code that imports it. */
import 'react/jsx-runtime';
import 'react-dom/client';
