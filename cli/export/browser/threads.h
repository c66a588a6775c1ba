/* Included in every file that is compiled for the browser: an instance of the
 * engine has one thread, and memory without atomics has no thread-locals. */
#ifndef BOARDLAB_CLI_EXPORT_BROWSER_THREADS_H
#define BOARDLAB_CLI_EXPORT_BROWSER_THREADS_H

#define _Thread_local
#define tls_model(model)

#endif
